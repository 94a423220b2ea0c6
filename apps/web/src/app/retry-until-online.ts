/** Fetches parts that nothing on the screen waits for: a failed fetch is repeated when the network is back. */
export async function retryUntilOnline<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    }
  }
}
