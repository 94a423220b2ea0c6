import type { Plugin } from 'vite';

const STYLES = /\s*<link rel="stylesheet"[^>]*>/g;
const AFTER = '<!-- styles -->';

/**
 * Moves the stylesheet behind the logo in `index.html`: content before a stylesheet is painted without waiting for it,
 * so a slow connection shows the logo as soon as the page itself has loaded.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const styles = html.match(STYLES) ?? [];
        if (styles.length === 0 || !html.includes(AFTER))
          throw new Error('index.html has lost its styles or their place');
        return html.replace(STYLES, '').replace(AFTER, () => styles.join('').trim());
      },
    },
  };
}
