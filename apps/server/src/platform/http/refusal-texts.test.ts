import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LANGUAGE_CODES } from '@app/i18n';
import { APP_MESSAGES, REFUSALS } from '@app/protocol';
import { describe, expect, it } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../../../../packages/i18n/src/refusal');
const textsIn = (language: string) =>
  JSON.parse(readFileSync(resolve(FOLDER, `${language}.json`), 'utf8')) as Record<string, string>; // Our own file.
const blanks = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? '').sort();

describe('every refusal', () => {
  it.each(LANGUAGE_CODES)('has a text in %s, and no other has, with exactly the catalogue’s parameters', (language) => {
    const texts = textsIn(language);
    expect(Object.keys(texts).sort()).toEqual([...Object.keys(REFUSALS), ...APP_MESSAGES].sort());
    for (const [code, entry] of Object.entries(REFUSALS)) {
      expect(blanks(texts[code] ?? ''), code).toEqual('params' in entry ? [...entry.params].sort() : []);
    }
  });
});
