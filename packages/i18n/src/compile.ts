import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Message } from './message.ts';

/** Turns written ICU into what `fillMessage` reads; done at build time for the app and once per text on the server. */
export const compile = (written: string, transform = (text: string) => text): Message =>
  written.includes('{') ? compileMessageOrThrow(written, transform) : transform(written);

const ACCENTED = new Map([...'aàbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoöpþrŕsštţuûvṽwŵyýzž'.matchAll(/(.)(.)/gu)].map(pairOf));

function pairOf([, plain = '', accented = '']: RegExpExecArray): [string, string] {
  return [plain, accented];
}

const LONGER = 0.4;

/** The pseudo-locale: accents show what was never translated, 40 % more length shows what has no room. */
export function pseudo(text: string): string {
  if (!/\p{L}/u.test(text)) return text;
  const accented = [...text].map((letter) => ACCENTED.get(letter) ?? letter).join('');
  return `${accented}${' lõrém îpsüm dölõr'.repeat(text.length).slice(0, Math.ceil(text.trim().length * LONGER))}`;
}
