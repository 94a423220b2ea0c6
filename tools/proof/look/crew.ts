import type { Browser } from 'playwright-core';
import { openPhone, type Phone, type PhoneShape } from '../../browser/index.ts';
import type { Finding } from './findings.ts';
import type { Fault } from './judge-texts.ts';

/** One address on one phone; openings with the same combination share the phone. */
export type Opening = { readonly entry: string; readonly combination: string; readonly shape: PhoneShape };

const PAGES_AT_ONCE = 2;
const SAY_EVERY = 50;
const BROKEN = 'broke off';

type Work<One extends Opening> = {
  readonly browser: Browser;
  readonly openings: readonly One[];
  readonly look: (phone: Phone, opening: One) => Promise<readonly Fault[]>;
  readonly say: (line: string) => void;
};

/**
 * Opens everything, two pages at a time, and gathers what was found; a page that breaks off is a finding. What is found
 * must be there on another phone as well; what is gone by then is told and does not count.
 */
export async function openAll<One extends Opening>({ browser, openings, look, say }: Work<One>): Promise<Finding[]> {
  const findings: Finding[] = [];
  const waiting = openings.toSorted((a, b) => a.combination.localeCompare(b.combination));
  const startedMs = performance.now();
  let done = 0;
  const lookOnce = (phone: Phone, opening: One): Promise<readonly Fault[]> =>
    look(phone, opening).catch((error: unknown) => [{ kind: BROKEN, detail: String(error) }]);
  const lookAgain = async (opening: One, first: readonly Fault[]) => {
    const phone = await openPhone(browser, opening.shape);
    const faults = await lookOnce(phone, opening);
    await phone.close();
    for (const { kind, detail } of faults.length === 0 ? first : [])
      say(`gone when opened again: ${opening.entry} (${opening.combination}): ${kind}: ${detail}`);
    return faults;
  };
  const lookAt = async (phone: Phone, opening: One) => {
    const first = await lookOnce(phone, opening);
    const faults = first.length === 0 ? first : await lookAgain(opening, first);
    findings.push(...faults.map((fault) => ({ ...fault, route: opening.entry, combination: opening.combination })));
    done += 1;
    const perOpeningMs = Math.round((performance.now() - startedMs) / done);
    if (done % SAY_EVERY === 0)
      say(`${done} of ${openings.length} opened, ${findings.length} findings, ${perOpeningMs} ms each`);
    return first.every(({ kind }) => kind !== BROKEN);
  };
  const work = async () => {
    let used: { combination: string; phone: Phone } | undefined;
    for (let next = waiting.shift(), isSound = true; next !== undefined; next = waiting.shift()) {
      if (used?.combination !== next.combination || !isSound) {
        await used?.phone.close();
        used = { combination: next.combination, phone: await openPhone(browser, next.shape) };
      }
      isSound = await lookAt(used.phone, next);
    }
    await used?.phone.close();
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work));
  return findings;
}

/** One of the choices, always the same for the same text: how a short run spreads itself. */
export function pickBy<Value>(text: string, choices: readonly [Value, ...Value[]]): Value {
  const sum = [...text].reduce((hash, letter) => (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  return choices[sum % choices.length] ?? choices[0];
}
