import { setTimeout as pause } from 'node:timers/promises';
import type { Phone } from '../../browser/index.ts';
import type { Fault } from './judge-texts.ts';

/** A fault put into a page on purpose; whoever looks at the page must speak of it. */
export type Plant = { readonly kind: string; readonly put: () => void };

const HEARD_MS_MAX = 15_000; // What the page says of itself arrives a moment later.
const LOOK_EVERY_MS = 300;

/** Plants one fault after the other and has the page looked at; answers the kinds that nobody noticed. */
export async function findBlindSpots(
  { page }: Phone,
  plants: readonly Plant[],
  look: () => Promise<readonly Fault[]>,
): Promise<string[]> {
  for (const { put } of plants) await page.evaluate(put);
  for (const deadlineMs = performance.now() + HEARD_MS_MAX; ; ) {
    await pause(LOOK_EVERY_MS);
    const found = await look();
    const isNoticed = ({ kind }: Plant) =>
      found.some((fault) => fault.kind === kind && fault.detail.includes('planted'));
    const missed = plants.filter((plant) => !isNoticed(plant)).map(({ kind }) => kind);
    if (missed.length === 0 || performance.now() > deadlineMs) return missed;
  }
}

type Planted = {
  id: string;
  className: string;
  textContent: string;
  readonly style: Record<string, string>;
  setAttribute(name: string, value: string): void;
};
declare const document: {
  createElement(name: string): Planted;
  querySelector(selector: string): { prepend(...elements: Planted[]): void } | null;
};
declare const setTimeout: (run: () => void, ms: number) => void;

/** Each stands alone, because each runs in the page. */
export const CONTROL_PLANTS: readonly Plant[] = [
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
];

/** A long text in a box that shrank, and a label over another. */
export const TEXT_PLANTS: readonly Plant[] = [
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
      const [one, other] = [document.createElement('p'), document.createElement('p')];
      one.textContent = 'planted label';
      other.textContent = 'another label';
      Object.assign(other.style, { position: 'relative', top: '-0.8em' });
      document.querySelector('main')?.prepend(one, other);
    },
  },
];
