/** Stands in for `@wordpress/vips/worker`. The editor calls it only where processing images in the browser is switched on. */
const unavailable = () => Promise.reject(new Error('Images are processed by the service.'));

export {
  unavailable as vipsConvertImageFormat,
  unavailable as vipsCompressImage,
  unavailable as vipsHasTransparency,
  unavailable as vipsResizeImage,
  unavailable as vipsRotateImage,
  unavailable as vipsCancelOperations,
};
