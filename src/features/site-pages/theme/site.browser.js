/** Shows the images of an article in full size. Without it, links to images open the file. */
(() => {
  const IMAGE = /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i;
  const images = [...document.querySelectorAll('.entry figure img, .entry .gallery-item img, .entry a > img')];
  const targetOf = (image) => {
    const link = image.closest('a');
    if (link) return IMAGE.test(link.href) ? link.href : undefined;
    const widest = (image.getAttribute('srcset') ?? '')
      .split(',')
      .map((entry) => entry.trim().split(/\s+/))
      .sort((one, other) => Number.parseInt(other[1] ?? '0', 10) - Number.parseInt(one[1] ?? '0', 10))[0];
    return widest?.[0] || image.src;
  };
  const shown = images.filter((image) => targetOf(image) !== undefined);
  if (shown.length === 0 || typeof HTMLDialogElement === 'undefined') return;

  const dialog = document.createElement('dialog');
  dialog.className = 'lightbox';
  dialog.setAttribute('aria-label', 'Image');
  const picture = document.createElement('img');
  const caption = document.createElement('p');
  const close = document.createElement('button');
  close.type = 'button';
  close.setAttribute('aria-label', 'Close');
  close.textContent = '×';
  dialog.append(close, picture, caption);
  document.body.append(dialog);
  let at = 0;

  const show = (index) => {
    at = (index + shown.length) % shown.length;
    const image = shown[at];
    picture.src = targetOf(image);
    picture.alt = image.alt;
    caption.textContent = image.closest('figure')?.querySelector('figcaption')?.textContent ?? '';
  };
  for (const [index, image] of shown.entries()) {
    const opener = image.closest('a') ?? image;
    if (opener === image) {
      image.tabIndex = 0;
      image.setAttribute('role', 'button');
    }
    image.classList.add('enlarges');
    const open = (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      show(index);
      dialog.showModal();
    };
    opener.addEventListener('click', open);
    if (opener === image) opener.addEventListener('keydown', open);
  }
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') show(at + 1);
    if (key === 'ArrowLeft') show(at - 1);
  });
})();
