/** Something wrong on a screen; `kind` is what findings are counted by. */
export type Fault = { readonly kind: string; readonly detail: string };
/** A fault, the screen that has it and the look in which it was seen. */
export type Finding = Fault & { readonly screen: string; readonly look: string };

const PLACES_SHOWN = 8;

/** Lines by kind, then by fault, with the screens and looks that have it; the most frequent first. */
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
  const places = [...Map.groupBy(findings, ({ screen }) => screen)].map(([screen, all]) => {
    const looks = [...new Set(all.map(({ look }) => look))];
    return `${screen} (${looks.length > 1 ? `${looks[0]} and ${looks.length - 1} more` : looks[0]})`;
  });
  const more = places.length - PLACES_SHOWN;
  return `${places.slice(0, PLACES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more screens` : ''}`;
}

const largestFirst = <Value>(groups: Map<string, Value[]>) => [...groups].sort(([, a], [, b]) => b.length - a.length);
