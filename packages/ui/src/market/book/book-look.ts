const TOKENS = { up: '--up', down: '--down', ink: '--text-1', brand: '--brand', font: '--font' } as const;

/** Token values for the canvas, because canvas drawing cannot refer to tokens by name. */
export type BookLook = Readonly<Record<keyof typeof TOKENS, string>> & { readonly rowHeight: number };

/** Returns the current token values for an element. */
export function bookLook(element: Element): BookLook {
  const style = getComputedStyle(element);
  const tokens = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  const rowHeight = Number.parseFloat(style.getPropertyValue('--book'));
  return { ...(Object.fromEntries(tokens) as Record<keyof typeof TOKENS, string>), rowHeight };
}

/** Calls back when the theme, price mode or font changes. */
export function watchLook(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-price'] });
  document.fonts.addEventListener('loadingdone', onChange);
  return () => {
    observer.disconnect();
    document.fonts.removeEventListener('loadingdone', onChange);
  };
}
