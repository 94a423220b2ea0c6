import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compile } from '@app/i18n/compile';
import { afterEach, describe, expect, it, vi } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../../../../packages/i18n/src');

/** Serves the text files as the build writes them and the edge serves them. */
function serve(url: string): Response {
  const [, feature, language] = /texts-(\w+)\.(\w+)-/.exec(url) ?? [];
  const written = JSON.parse(readFileSync(resolve(FOLDER, `${feature}/${language}.json`), 'utf8')) as object;
  const compiled = Object.entries(written).map(([key, message]) => [key, compile(String(message))]);
  return Response.json(Object.fromEntries(compiled));
}

/** Opens the app again for each test, because texts stay loaded while it is open. */
async function openApp() {
  vi.resetModules();
  const { keepLanguage, usePreferences } = await import('./preferences.ts');
  const { loadTexts, showLanguage, textIn } = await import('./texts.ts');
  return { keepLanguage, usePreferences, loadTexts, showLanguage, textIn };
}

afterEach(() => vi.unstubAllGlobals());

describe('the texts of the app', () => {
  it('given a screen is shown, when the language changes, then its texts are loaded before they are needed', async () => {
    const { keepLanguage, loadTexts, showLanguage, textIn, usePreferences } = await openApp();
    const fetched: string[] = [];
    vi.stubGlobal('fetch', (url: string) => {
      fetched.push(url);
      return Promise.resolve(serve(url));
    });
    keepLanguage('en');
    await loadTexts(['auth']);
    expect(textIn('en', 'auth.code.wait', { seconds: 9 })).toBe('Again in 9 s');
    await showLanguage('tur');
    expect(usePreferences.getState().language).toBe('tur');
    expect(textIn('tur', 'auth.login.action')).toBe('Giriş yap');
    await loadTexts(['auth'], 'en');
    expect(fetched).toHaveLength(2);
  });

  it('given a slow choice and then another, when both have loaded, then the last one chosen is shown', async () => {
    const { loadTexts, showLanguage, usePreferences } = await openApp();
    const release: (() => void)[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes('.th-')) await new Promise<void>((resolve) => release.push(resolve));
      return serve(url);
    });
    await loadTexts(['auth'], 'en');
    const slow = showLanguage('th');
    await showLanguage('vi');
    for (const go of release) go();
    await slow;
    expect(usePreferences.getState().language).toBe('vi');
  });

  it('given a page is opened while a language loads, when it is shown, then that page has its texts too', async () => {
    const { loadTexts, showLanguage, textIn } = await openApp();
    const release: (() => void)[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes('auth.spa-')) await new Promise<void>((resolve) => release.push(resolve));
      return serve(url);
    });
    await loadTexts(['auth'], 'vi');
    const choosing = showLanguage('spa');
    await loadTexts(['loan'], 'vi');
    for (const go of release) go();
    await choosing;
    expect(textIn('spa', 'loan.list.title')).not.toBe('');
  });

  it('given a new version replaced this one, when texts are missing, then loading fails instead of showing keys', async () => {
    const { loadTexts } = await openApp();
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
    await expect(loadTexts(['nft'], 'en')).rejects.toThrow('no texts of nft in en');
  });
});
