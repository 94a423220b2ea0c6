/** The order of a long list to pick from: what was picked lately, then sections, and a search that narrows both. */
export type Pickable = { value: string; label: string; section?: string; keywords?: string };
type Section<Item> = { title: string; items: readonly Item[] };

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en');
const sectionOf = ({ section, label }: Pickable) => section ?? folded(label).charAt(0).toLocaleUpperCase('en');

/** Items whose label, value or keywords hold every word that was typed, whatever its accents or case. */
export function searchItems<Item extends Pickable>(items: readonly Item[], typed: string): readonly Item[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text = folded(`${item.label} ${item.value} ${item.keywords ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** Sections in the order their first item comes; a list that is sorted stays sorted. */
export function sectionItems<Item extends Pickable>(items: readonly Item[]): readonly Section<Item>[] {
  const sections = Map.groupBy(items, sectionOf);
  return [...sections].map(([title, held]) => ({ title, items: held }));
}

/** The items picked lately, latest first, without those that are gone. */
export function recentItems<Item extends Pickable>(items: readonly Item[], values: readonly string[]): readonly Item[] {
  const byValue = new Map(items.map((item) => [item.value, item]));
  return values.flatMap((value) => byValue.get(value) ?? []);
}

/** The letter of an index bar under a finger; above and below it the first and the last. */
export function letterAt(letters: readonly string[], share: number): string | undefined {
  const at = Math.floor(share * letters.length);
  return letters[Math.min(letters.length - 1, Math.max(0, at))];
}
