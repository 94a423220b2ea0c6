const LEFT_OVER_MS = 10_000;

/** Ends the process although something of a trial is left over: the verdict stands, and a queue waits for its end. */
export function endSoon(): void {
  const end = () => {
    console.log(`   ended by force: ${process.getActiveResourcesInfo().join(', ')} left over`);
    process.exit();
  };
  setTimeout(end, LEFT_OVER_MS).unref();
}
