import { Icon, type IconName } from '@app/ui';
import { type TextKey, useText } from '../../../data/app/texts.ts';

/** Lists what a check covers, one line each. */
export function WhatIsChecked({ steps }: { steps: readonly (readonly [IconName, ProofText])[] }) {
  const text = useText();
  return (
    <section className="mt-2">
      <h2 className="text-title">{text('proof.about')}</h2>
      <ul className="mt-3 grid gap-3">
        {steps.map(([icon, key]) => (
          <li key={key} className="flex gap-3 text-label text-ink-2">
            <span className="flex-none text-ink-3">
              <Icon name={icon} size={20} />
            </span>
            {text(key)}
          </li>
        ))}
      </ul>
    </section>
  );
}

type ProofText = Extract<TextKey, `proof.about.${string}`>;
