import { compile } from '@app/i18n/compile';
import type { Plugin } from 'vite';

const CATALOGUE = /[/]src[/]data[/]texts[/]\w+\.json$/;

/** Compiles the app's catalogues at build time, so that it ships no parser of ICU messages. */
export const texts = (): Plugin => ({
  name: 'texts',
  enforce: 'pre',
  transform(source, id) {
    if (!CATALOGUE.test(id)) return undefined;
    const written = JSON.parse(source) as Record<string, string>; // Our own file, tested.
    const compiled = Object.entries(written).map(([key, message]) => [key, compile(message)]);
    return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
  },
});
