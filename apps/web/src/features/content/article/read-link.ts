/** Parses an address as a browser does, or returns undefined. Browsers of a few years ago have no `URL.parse`. */
export function readLink(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
