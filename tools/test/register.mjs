import '../typescript.mjs';

/** A test may handle a rejection later, such as that of a client whose server it kills. */
const GRACE_MS = 10_000;

// Only the worker itself compiles TypeScript, not the processes its tests start.
delete process.env.NODE_OPTIONS;
process.setSourceMapsEnabled(true);

const unhandled = new Map();
process.on('unhandledRejection', (reason, promise) => {
  const fail = () => {
    throw reason;
  };
  unhandled.set(promise, setTimeout(fail, GRACE_MS));
});
process.on('rejectionHandled', (promise) => clearTimeout(unhandled.get(promise)));
