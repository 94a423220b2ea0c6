import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './findings.ts';
import type { Opening } from './plan.ts';
import { nameOf } from './routes.ts';

/** What does not fit at which size, by screen; `not measured` stands for whatever will be found. */
type KnownMisfits = Readonly<Record<string, readonly string[]>>;

/** Misfits older than the check of every screen. The list may only get shorter; a test counts its screens. */
export const KNOWN_MISFITS = JSON.parse(
  readFileSync(join(import.meta.dirname, 'known-misfits.json'), 'utf8'),
) as KnownMisfits; // Our own list.

const NOT_MEASURED = 'not measured';

/** End of a finding that was made at another size than the screen was opened in. */
const SIZE = /at \d+ px(?: with letters of 200 %)?$/;

/**
 * Decides whether a fault fails the run. A page that scrolls sideways at 320 px does in every language. What else does
 * not fit at some size, and small tap targets, do in English, the layout's base language; in others they are noted.
 */
export function isEnforced(fault: Fault, { look, route }: Opening, known: KnownMisfits = KNOWN_MISFITS): boolean {
  if (fault.kind === 'scrolls sideways' && fault.detail.endsWith(' at 320 px')) return true;
  const misfit = misfitOf(fault);
  if (misfit === undefined) return fault.kind !== 'small control' || look.language === 'en';
  return look.language === 'en' && !isKnown(known[nameOf(route)] ?? [], misfit);
}

const isKnown = (misfits: readonly string[], misfit: string): boolean =>
  misfits.includes(misfit) || misfits.includes(NOT_MEASURED);

type Looked = { readonly opening: Opening; readonly noted: readonly Fault[] };

/** Returns the screens of the list that fit: they were opened at all sizes in English, and nothing was noted. */
export function findFitting(opened: readonly Looked[], known: KnownMisfits = KNOWN_MISFITS): string[] {
  const measured = opened.filter(({ opening }) => opening.isResized && opening.look.language === 'en');
  const byScreen = Map.groupBy(measured, ({ opening }) => nameOf(opening.route));
  const fits = (screen: string) => {
    const looks = byScreen.get(screen) ?? [];
    return looks.length > 0 && looks.every(({ noted }) => noted.every((fault) => misfitOf(fault) === undefined));
  };
  return Object.keys(known).filter(fits);
}

/** Returns the kind and the size, as the list names them; undefined if it is no fault of a size. */
export function misfitOf({ kind, detail }: Fault): string | undefined {
  const size = SIZE.exec(detail)?.[0];
  return size && `${kind} ${size}`;
}
