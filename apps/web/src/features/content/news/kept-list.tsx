import { Button, showToast } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import { storage } from '../../../lib/storage.ts';
import { clearGroup, holdsAny, isHarmless, KEPT_GROUPS, type KeptGroup } from './kept-on-device.ts';

/** Lists what the app stores on this device, read at each render. */
export function KeptList() {
  const text = useText();
  const [, lookAgain] = useState(0);
  useFiatRates(); // They load after the page and are then stored too.
  const clear = (group: KeptGroup) => {
    clearGroup(storage, group);
    lookAgain((looks) => looks + 1);
    showToast(text('content.privacy.cleared'), 'ok');
  };
  return (
    <section className="mt-8">
      <h2 className="px-gutter text-title">{text('content.privacy.device')}</h2>
      <p className="mt-1 px-gutter text-label text-ink-2">{text('content.privacy.device.text')}</p>
      <ul className="group mt-3">
        {KEPT_GROUPS.map((group) => (
          <KeptRow key={group} group={group} isHeld={holdsAny(storage, group)} onClear={() => clear(group)} />
        ))}
      </ul>
    </section>
  );
}

function KeptRow({ group, isHeld, onClear }: { group: KeptGroup; isHeld: boolean; onClear: () => void }) {
  const text = useText();
  const name = text(`content.privacy.kept.${group}`);
  return (
    <li className="row row--menu py-2.5">
      <span className="row__main">
        <span className="block">{name}</span>
        <span className="row__why">{text(`content.privacy.kept.${group}.why`)}</span>
      </span>
      {!isHeld && <span className="row__val">{text('content.privacy.nothing')}</span>}
      {isHeld && isHarmless(group) && (
        <Button size="small" onClick={onClear} aria-label={text('content.privacy.clear_this', { name })}>
          {text('system.clear')}
        </Button>
      )}
    </li>
  );
}
