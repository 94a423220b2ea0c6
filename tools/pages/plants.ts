import { setTimeout as pause } from 'node:timers/promises';
import type { Phone } from '../browser/index.ts';
import type { Fault } from './findings.ts';

/** Fault injected into a page, which the inspection must find. */
type Plant = { readonly kind: string; readonly put: () => void };

const FOUND_MS_MAX = 15_000; // Errors and failed requests arrive with a delay.
const LOOK_EVERY_MS = 300;

/** Injects every kind of fault into the open page, inspects it, and returns the kinds that were missed. */
export async function findBlindSpots({ page }: Phone, inspect: () => Promise<readonly Fault[]>): Promise<string[]> {
  for (const { put } of PLANTS) await page.evaluate(put);
  for (const deadlineMs = performance.now() + FOUND_MS_MAX; ; ) {
    await pause(LOOK_EVERY_MS);
    const found = await inspect();
    const isNoticed = ({ kind }: Plant) =>
      found.some((fault) => fault.kind === kind && fault.detail.includes('planted'));
    const missed = PLANTS.filter((plant) => !isNoticed(plant)).map(({ kind }) => kind);
    if (missed.length === 0 || performance.now() > deadlineMs) return missed;
  }
}

type Planted = {
  id: string;
  className: string;
  textContent: string;
  readonly style: Record<string, string> & { setProperty?(name: string, value: string): void };
  setAttribute(name: string, value: string): void;
};
declare const document: {
  createElement(name: string): Planted;
  querySelector(selector: string): (Partial<Planted> & { prepend(...elements: Planted[]): void }) | null;
};
declare const setTimeout: (run: () => void, ms: number) => void;

/** Injected faults; each function is self-contained because it runs in the page. */
const PLANTS: readonly Plant[] = [
  {
    kind: 'no name',
    put: () => {
      const button = document.createElement('button');
      button.className = 'planted';
      Object.assign(button.style, { width: '44px', height: '44px' });
      document.querySelector('main')?.prepend(button);
    },
  },
  {
    kind: 'small control',
    put: () => {
      const button = document.createElement('button');
      button.setAttribute('aria-label', 'planted');
      Object.assign(button.style, { display: 'block', width: '16px', height: '16px', minHeight: '0', margin: '30px' });
      document.querySelector('main')?.prepend(button);
    },
  },
  {
    kind: 'raw text',
    put: () => {
      const text = document.createElement('p');
      text.textContent = 'planted system.reload';
      document.querySelector('main')?.prepend(text);
    },
  },
  {
    kind: 'axe image-alt',
    put: () => {
      const image = document.createElement('img');
      image.id = 'planted';
      Object.assign(image.style, { width: '40px', height: '40px' });
      document.querySelector('main')?.prepend(image);
    },
  },
  {
    kind: 'scrolls sideways',
    put: () => {
      const wide = document.createElement('main');
      const inner = document.createElement('div');
      wide.className = 'planted';
      Object.assign(wide.style, { overflow: 'auto', height: '80vh', width: '90vw' });
      Object.assign(inner.style, { width: '200vw', height: '10px' });
      document.querySelector('main')?.prepend(wide);
      document.querySelector('.planted:is(main)')?.prepend(inner);
    },
  },
  {
    kind: 'console error',
    put: () => console.error('planted'),
  },
  {
    kind: 'page error',
    put: () =>
      setTimeout(() => {
        throw new Error('planted');
      }, 0),
  },
  {
    kind: 'failed request',
    put: () => void fetch('/api/planted'),
  },
  {
    kind: 'overflow',
    put: () => {
      const text = document.createElement('p');
      text.textContent = 'planted text that is far too long for its box';
      Object.assign(text.style, { width: '60px', whiteSpace: 'nowrap' });
      document.querySelector('main')?.prepend(text);
    },
  },
  {
    kind: 'overlap',
    put: () => {
      const one = document.createElement('p');
      const other = document.createElement('p');
      one.textContent = 'planted label';
      other.textContent = 'another label';
      Object.assign(other.style, { position: 'relative', top: '-0.8em' });
      document.querySelector('main')?.prepend(one, other);
    },
  },
  {
    kind: 'torn Thai',
    put: () => {
      const text = document.createElement('p');
      text.textContent = 'planted สวัสดี';
      Object.assign(text.style, { wordBreak: 'break-all' });
      document.querySelector('main')?.prepend(text);
    },
  },
  {
    kind: 'uneven digits',
    put: () => {
      const text = document.createElement('p');
      text.textContent = 'planted 1234';
      Object.assign(text.style, { fontVariantNumeric: 'normal' });
      document.querySelector('main')?.prepend(text);
    },
  },
  {
    kind: 'covered control',
    put: () => {
      const button = document.createElement('button');
      button.setAttribute('aria-label', 'planted');
      Object.assign(button.style, { width: '44px', height: '44px', pointerEvents: 'none' });
      document.querySelector('main')?.prepend(button);
    },
  },
  {
    kind: 'no pinching',
    put: () => document.querySelector('meta[name=viewport]')?.setAttribute?.('content', 'user-scalable=no, planted'),
  },
  {
    kind: 'dead link',
    put: () => {
      const link = document.createElement('a');
      link.textContent = 'planted';
      link.setAttribute('href', '#/pages/planted/planted');
      document.querySelector('main')?.prepend(link);
    },
  },
  // The following are faultless at 360 px and normal text size.
  {
    kind: 'sticks out',
    put: () => {
      const text = document.createElement('p');
      text.textContent = 'planted';
      Object.assign(text.style, { width: '330px' });
      document.querySelector('main')?.prepend(text);
    },
  },
  {
    kind: 'out of reach',
    put: () => {
      const button = document.createElement('button');
      button.setAttribute('aria-label', 'planted');
      Object.assign(button.style, { position: 'fixed', top: '0', left: '330px', width: '24px', height: '24px' });
      document.querySelector('main')?.prepend(button);
    },
  },
  {
    kind: 'cut button',
    put: () => {
      const button = document.createElement('button');
      button.className = 'btn';
      button.textContent = 'planted';
      Object.assign(button.style, { display: 'block', padding: '0', width: '80px', height: '24px', minHeight: '0' });
      document.querySelector('main')?.prepend(button);
    },
  },
  {
    kind: 'letters stay small', // Must be last: the page's first text is measured.
    put: () => {
      const text = document.createElement('p');
      text.textContent = 'planted';
      text.style.setProperty?.('-webkit-text-size-adjust', '100%');
      document.querySelector('main')?.prepend(text);
    },
  },
];

export const PLANTED_KINDS: readonly string[] = PLANTS.map(({ kind }) => kind);
