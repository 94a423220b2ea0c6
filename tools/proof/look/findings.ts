import type { Fault } from './judge-texts.ts';

/** A fault and where it was seen. */
export type Finding = Fault & { readonly route: string; readonly combination: string };

const PLACES_SHOWN = 8;

/** Lines by kind, then by fault, with the routes and combinations that have it; the most frequent first. */
export function describeFindings(findings: readonly Finding[]): string[] {
  const kinds = largestFirst(Map.groupBy(findings, ({ kind }) => kind));
  return kinds.flatMap(([kind, ofKind]) => [
    `${kind}: ${ofKind.length}`,
    ...largestFirst(Map.groupBy(ofKind, ({ detail }) => detail)).map(
      ([detail, all]) => `  ${detail} — ${placesOf(all)}`,
    ),
  ]);
}

function placesOf(findings: readonly Finding[]): string {
  const places = [...Map.groupBy(findings, ({ route }) => route)].map(([route, all]) => {
    const combinations = [...new Set(all.map(({ combination }) => combination))];
    return `${route} (${combinations.length > 1 ? `${combinations[0]} and ${combinations.length - 1} more` : combinations[0]})`;
  });
  const more = places.length - PLACES_SHOWN;
  return `${places.slice(0, PLACES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more routes` : ''}`;
}

const largestFirst = <Value>(groups: Map<string, Value[]>) => [...groups].sort(([, a], [, b]) => b.length - a.length);
