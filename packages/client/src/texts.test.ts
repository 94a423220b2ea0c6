import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Language, TextFeature } from '@app/i18n';
import { compile } from '@app/i18n/compile';
import { describe, expect, it } from 'vitest';
import { createTexts, type Messages } from './texts.ts';

const FOLDER = resolve(import.meta.dirname, '../../i18n/src');

/** Serves the text files as the build writes them. */
function readTexts(feature: TextFeature, language: Language): Messages {
  const written = JSON.parse(readFileSync(resolve(FOLDER, `${feature}/${language}.json`), 'utf8')) as object;
  return Object.fromEntries(Object.entries(written).map(([key, message]) => [key, compile(String(message))]));
}

/** Opens an app whose text files arrive when `release` is called, where `isSlow` says so. */
function openApp(isSlow: (feature: TextFeature, language: Language) => boolean = () => false) {
  const fetched: string[] = [];
  const release: (() => void)[] = [];
  let shown: Language | undefined;
  const texts = createTexts(async (feature, language) => {
    fetched.push(`${feature}.${language}`);
    if (isSlow(feature, language)) await new Promise<void>((resolve) => release.push(resolve));
    return readTexts(feature, language);
  });
  const showLanguage = (language: Language) =>
    texts.changeLanguage(language, (chosen) => {
      shown = chosen;
    });
  return { ...texts, showLanguage, fetched, release, shown: () => shown };
}

describe('the texts of an app', () => {
  it('given a screen is shown, when the language changes, then its texts are loaded before they are needed', async () => {
    const { loadTexts, showLanguage, textIn, fetched, shown } = openApp();
    await loadTexts(['auth'], 'en');
    expect(textIn('en', 'auth.code.wait', { seconds: 9 })).toBe('Again in 9 s');
    await showLanguage('tur');
    expect(shown()).toBe('tur');
    expect(textIn('tur', 'auth.login.action')).toBe('Giriş yap');
    await loadTexts(['auth'], 'en');
    expect(fetched).toEqual(['auth.en', 'auth.tur']);
  });

  it('given a slow choice and then another, when both have loaded, then the last one chosen is shown', async () => {
    const { loadTexts, showLanguage, release, shown } = openApp((_feature, language) => language === 'th');
    await loadTexts(['auth'], 'en');
    const slow = showLanguage('th');
    await showLanguage('vi');
    for (const go of release) go();
    await slow;
    expect(shown()).toBe('vi');
  });

  it('given a page is opened while a language loads, when it is shown, then that page has its texts too', async () => {
    const { loadTexts, showLanguage, textIn, release } = openApp(
      (feature, language) => feature === 'auth' && language === 'spa',
    );
    await loadTexts(['auth'], 'vi');
    const choosing = showLanguage('spa');
    await loadTexts(['loan'], 'vi');
    for (const go of release) go();
    await choosing;
    expect(textIn('spa', 'loan.list.title')).not.toBe('');
  });

  it('given texts are missing, when they are loaded, then loading fails instead of showing keys', async () => {
    const { loadTexts } = createTexts(() => Promise.reject(new Error('no texts of nft in en')));
    await expect(loadTexts(['nft'], 'en')).rejects.toThrow('no texts of nft in en');
  });
});
