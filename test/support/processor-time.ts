/** What the work costs in milliseconds of processor time: on a busy machine elapsed time says more about other processes. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
