import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Message } from './message.ts';

/** Compiles ICU source to the format `fillMessage` reads; at build time for the app, once per text on the server. */
export const compile = (written: string, transform = (text: string) => text): Message =>
  written.includes('{') ? compileMessageOrThrow(written, transform) : transform(written);

/** Starts a generated text that is still English. A test refuses it, so that no untranslated text is released. */
export const UNTRANSLATED = '[untranslated] ';

const ACCENTED = new Map([...'aàbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoöpþrŕsštţuûvṽwŵyýzž'.matchAll(/(.)(.)/gu)].map(pairOf));

function pairOf([, plain = '', accented = '']: RegExpExecArray): [string, string] {
  return [plain, accented];
}

const LONGER = 0.4;

/**
 * Converts text to the pseudo-locale: accents reveal untranslated text, 40 % more length reveals layouts that are too
 * narrow.
 */
export function pseudo(text: string): string {
  if (!/\p{L}/u.test(text)) return text;
  const accented = [...text].map((letter) => ACCENTED.get(letter) ?? letter).join('');
  return `${accented}${' lõrém îpsüm dölõr'.repeat(text.length).slice(0, Math.ceil(text.trim().length * LONGER))}`;
}
