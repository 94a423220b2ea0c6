import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepLanguage, usePreferences } from './preferences.ts';
import { loadTexts, showLanguage, textIn } from './texts.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../packages/i18n/src');
const features = readdirSync(FOLDER).filter((name) => existsSync(resolve(FOLDER, name, 'en.json')));
const read = (feature: string, language: string): Record<string, string> =>
  JSON.parse(readFileSync(resolve(FOLDER, feature, `${language}.json`), 'utf8')) as Record<string, string>; // Ours.
const blanksOf = (message: string) => [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name).sort();

describe('the texts of the app', () => {
  it.each(features)('%s says the same things in both languages, with the same blanks', (feature) => {
    const [en, tur] = [read(feature, 'en'), read(feature, 'tur')];
    expect(Object.keys(tur).sort()).toEqual(Object.keys(en).sort());
    for (const [key, message] of Object.entries(en)) {
      expect(blanksOf(tur[key] ?? ''), key).toEqual(blanksOf(message));
      expect(tur[key]?.trim(), key).not.toBe('');
    }
  });

  it('given a screen is shown, when the language changes, then its texts are there before they are asked for', async () => {
    keepLanguage('en');
    await loadTexts(['auth']);
    expect(textIn('en', 'auth.code.wait', { seconds: 9 })).toBe('Again in 9 s');
    await showLanguage('tur');
    expect(usePreferences.getState().language).toBe('tur');
    expect(textIn('tur', 'auth.login.action')).toBe('Giriş yap');
  });
});
