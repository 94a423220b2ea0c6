/** Item of a picker list: recent picks come first, then sections, and a search narrows both. */
export type Pickable = { value: string; label: string; section?: string; keywords?: string };
type Section<Item> = { title: string; items: readonly Item[] };

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en');
const sectionOf = ({ section, label }: Pickable) => section ?? folded(label).charAt(0).toLocaleUpperCase('en');

/** Returns the items whose label, value or keywords contain every typed word, ignoring accents and case. */
export function searchItems<Item extends Pickable>(items: readonly Item[], typed: string): readonly Item[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text = folded(`${item.label} ${item.value} ${item.keywords ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

/** Groups items into sections in the order of their first item; a sorted list stays sorted. */
export function sectionItems<Item extends Pickable>(items: readonly Item[]): readonly Section<Item>[] {
  const sections = Map.groupBy(items, sectionOf);
  return [...sections].map(([title, held]) => ({ title, items: held }));
}

/** Returns the recently picked items, latest first, without those that no longer exist. */
export function recentItems<Item extends Pickable>(items: readonly Item[], values: readonly string[]): readonly Item[] {
  const byValue = new Map(items.map((item) => [item.value, item]));
  return values.flatMap((value) => byValue.get(value) ?? []);
}

/** Returns the letter of an index bar under a finger; above the bar it is the first, below it the last. */
export function letterAt(letters: readonly string[], share: number): string | undefined {
  const at = Math.floor(share * letters.length);
  return letters[Math.min(letters.length - 1, Math.max(0, at))];
}
