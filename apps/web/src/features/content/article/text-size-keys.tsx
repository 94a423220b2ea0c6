import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { storage } from '../../../lib/storage.ts';
import { keepTextSize, keptTextSize, type TextSize, textSizeBeside } from './text-size.ts';

/** Returns the article text size of this device; one size applies to every article. */
export function useTextSize(): [TextSize, (size: TextSize) => void] {
  const [size, setSize] = useState(() => keptTextSize(storage));
  const choose = (next: TextSize) => {
    keepTextSize(storage, next);
    setSize(next);
  };
  return [size, choose];
}

export function TextSizeKeys({ size, onChoose }: { size: TextSize; onChoose: (size: TextSize) => void }) {
  const text = useText();
  return (
    <fieldset className="-mr-2.5 ml-auto flex" aria-label={text('content.article.size')}>
      <Key label={text('content.article.smaller')} face="A−" next={textSizeBeside(size, -1)} onChoose={onChoose} />
      <Key label={text('content.article.larger')} face="A+" next={textSizeBeside(size, 1)} onChoose={onChoose} />
    </fieldset>
  );
}

type KeyProps = { label: string; face: string; next: TextSize | undefined; onChoose: (size: TextSize) => void };

function Key({ label, face, next, onChoose }: KeyProps) {
  return (
    <button
      type="button"
      className="iconbtn text-label font-semibold disabled:opacity-50"
      aria-label={label}
      disabled={next === undefined}
      onClick={() => next !== undefined && onChoose(next)}
    >
      {face}
    </button>
  );
}
