import { payloadText } from '@app/domain/staff';
import * as routes from '@app/protocol/staff';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../data/call.ts';
import type { Change, Setting } from '../../data/queries.ts';
import { payloadOf } from '../../data/settings.ts';
import { useSay } from '../../data/texts.ts';
import { failureText } from '../../parts/reason-dialog.tsx';
import { ValueEditor } from '../../parts/value-editor.tsx';

type Props = {
  setting: Setting /** The change that is edited; a new one without it. */;
  change: Change | undefined;
  onDone: () => void;
};

/** Proposes a new value of a setting, from now on or from a time on; or edits the change that waits. */
export function ProposeForm({ setting, change, onDone }: Props) {
  const say = useSay();
  const id = useId();
  const queries = useQueryClient();
  const before = change && payloadOf(change);
  const first = before === undefined ? setting.value : JSON.stringify(before.value);
  const [value, setValue] = useState<string | undefined>(first);
  const [from, setFrom] = useState(before?.from?.slice(0, 16) ?? '');
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);

  const propose = async () => {
    if (value === undefined) return setError(say('value.invalid'));
    setBusy(true);
    setError('');
    const payload = payloadText({
      key: setting.key,
      version: before?.version ?? setting.next_version,
      value: JSON.parse(value),
      ...(from !== '' && { from: `${from}:00Z` }),
    });
    try {
      if (change === undefined) await call(routes.proposeChange, { kind: 'setting.version', payload, reason });
      else await call(routes.editChange, { id: change.id, payload, reason });
      await queries.invalidateQueries();
      onDone();
    } catch (failure) {
      setError(failureText(failure, say('failed.no_answer')));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void propose();
  };
  return (
    <form className="d-px grid gap-4 pb-4" onSubmit={submit}>
      <div className="d-title px-0">
        <h2>{say(change === undefined ? 'propose.title' : 'propose.edit_title')}</h2>
      </div>
      <ValueEditor form={setting.form} value={first} onChange={setValue} />
      <label className="d-label" htmlFor={`${id}-from`}>
        {say('propose.from')}
        <input
          id={`${id}-from`}
          className="d-input"
          type="datetime-local"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
      </label>
      <label className="d-label" htmlFor={`${id}-reason`}>
        {say('reason.label')}
        <textarea
          id={`${id}-reason`}
          className="d-input"
          rows={3}
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <p className="font-normal text-ink-3">{say(change === undefined ? 'propose.about' : 'propose.edit_about')}</p>
      {error !== '' && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        {change === undefined ? (
          <span />
        ) : (
          <button type="button" className="d-btn d-btn--tall" onClick={onDone}>
            {say('frame.cancel')}
          </button>
        )}
        <button type="submit" className="d-btn d-btn--tall d-btn--primary" disabled={isBusy}>
          {say(change === undefined ? 'propose.act' : 'propose.edit_act')}
        </button>
      </div>
    </form>
  );
}
