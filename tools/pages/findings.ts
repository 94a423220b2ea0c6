/** Fault on a screen; findings are counted by `kind`. */
export type Fault = { readonly kind: string; readonly detail: string };
/** Fault with the screen and the look in which it occurred. */
export type Finding = Fault & { readonly screen: string; readonly look: string };

const PLACES_SHOWN = 8;

/** Formats findings by kind, then by fault, with the affected screens and looks; most frequent first. */
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
