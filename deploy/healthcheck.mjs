// Ends with 0 when the service in this container is ready.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;
const isReady = await fetch(url).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
