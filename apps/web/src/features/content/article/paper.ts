/**
 * Chapters of the platform's paper: articles shipped with the product, by their ids in `apps/server/content`. The text
 * exists only there, so a change there changes the paper.
 */
export const CHAPTERS = [1n, 5n, 7n, 4n] as const;

type Dated = { readonly version: number; readonly changed_at: number };

/** Returns the edition (1 plus the number of rewrites of any chapter) and the time of the last rewrite. */
export function paperEdition(chapters: readonly Dated[]): { version: number; changedAt: number } {
  const rewritten = chapters.reduce((count, { version }) => count + version - 1, 0);
  return { version: rewritten + 1, changedAt: Math.max(0, ...chapters.map(({ changed_at }) => changed_at)) };
}
