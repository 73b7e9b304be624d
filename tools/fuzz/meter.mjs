// Loaded into the service (NODE_OPTIONS=--import): collects garbage when the parent process asks, so that what a request
// costs in memory is measured from the same start every time.
process.on('message', () => {
  globalThis.gc?.();
  process.send('collected');
});
// A service whose fuzzer was stopped must not stay behind.
process.on('disconnect', () => process.exit());
process.channel?.unref();
