import type { StoredLimit } from '@app/domain/limits';
import { ChipGroup, Sheet, Stepper } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../data/app/texts.ts';
import { serverNow } from '../../data/call/server-clock.ts';
import { BREAKS, type BreakForm, DAYS_MAX, EMPTY_BREAK, requestedBreak, stepDays } from './limit-forms.ts';
import { useLimitText } from './limit-text.ts';
import { SaveLimit } from './save-limit.tsx';

type Props = { stored: StoredLimit; isOpen: boolean; close: () => void };

/** Starts a cool-off break without new risk, chosen by length. */
export function BreakSheet({ stored, isOpen, close }: Props) {
  const text = useText();
  return (
    <Sheet open={isOpen} onClose={close} title={text('limits.cool_off')} closeLabel={text('system.close')}>
      {isOpen && <Form stored={stored} close={close} />}
    </Sheet>
  );
}

function Form({ stored, close }: Omit<Props, 'isOpen'>) {
  const text = useText();
  const message = useLimitText('cool_off');
  const [form, setForm] = useState<BreakForm>(EMPTY_BREAK);
  const isInBreak = stored.current.untilMs !== null;
  const requested = requestedBreak(form, serverNow());
  const choices = BREAKS.filter((length) => length !== 'none' || isInBreak);
  return (
    <>
      <p className="mb-4 text-label text-ink-2">{text('limits.cool_off.text')}</p>
      <ChipGroup
        label={text('limits.length')}
        wrap
        value={form.length}
        onChange={(length) => setForm({ ...form, length })}
        chips={choices.map((length) => ({ value: length, label: text(`limits.length.${length}`) }))}
      />
      {form.length === 'other' && (
        <div className="mt-3">
          <Stepper
            label={text('limits.days')}
            value={form.days}
            places={0}
            onChange={(days) => setForm({ ...form, days })}
            less={{ label: text('limits.days.less'), step: (days) => stepDays(days, -1) }}
            more={{ label: text('limits.days.more'), step: (days) => stepDays(days, 1) }}
          />
        </div>
      )}
      <p className="mt-4 min-h-6 text-title">
        {requested !== undefined && requested.untilMs !== null && message(requested)}
      </p>
      <SaveLimit
        stored={stored}
        requested={requested}
        kind="cool_off"
        missing={text('limits.missing.days', { maximum: DAYS_MAX })}
        onSaved={close}
      />
    </>
  );
}
