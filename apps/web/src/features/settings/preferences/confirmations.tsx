import { SwitchRow } from '@app/ui';
import { CONFIRMATIONS, choose, usePreferences } from '../../../data/app/preferences.ts';
import { useText } from '../../../data/app/texts.ts';

/** Shows one switch per kind of order: the review is on until the user turns it off. */
export function Confirmations() {
  const text = useText();
  const preferences = usePreferences();
  return (
    <section className="mt-5">
      <h2 className="mb-2 px-gutter text-label text-ink-3">{text('settings.confirmations')}</h2>
      <div className="group">
        {CONFIRMATIONS.map((name) => (
          <SwitchRow
            key={name}
            label={text(`settings.${name}`)}
            checked={preferences[name]}
            onChange={(isOn) => choose(name, isOn)}
          />
        ))}
      </div>
      <p className="hint px-gutter">{text('settings.confirmations.text')}</p>
    </section>
  );
}
