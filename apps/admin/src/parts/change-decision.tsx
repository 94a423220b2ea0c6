import * as routes from '@app/protocol/staff';
import { Icon, Key } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { call } from '../data/call.ts';
import { type Change, useHasPasskey, useMe, waitsFor } from '../data/queries.ts';
import { needsPasskey, signChange } from '../data/sign-change.ts';
import { useSay } from '../data/texts.ts';
import { useKeys } from '../lib/use-keys.ts';
import { decisionFailure } from './reason-dialog.tsx';

export type DecisionActs = {
  onEdit?: (() => void) | undefined;
  /** Refuses what the change is about; without it, the change alone is refused. */
  refuse?: { readonly label: string; readonly go: () => void } | undefined;
};

/** Renders what the caller may do with a change that waits: sign it, refuse or withdraw it, edit it. */
export function ChangeDecision({ change, onEdit, refuse }: DecisionActs & { change: Change }) {
  const say = useSay();
  const me = useMe();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const lacksPasskey = useHasPasskey() === false && needsPasskey(change);
  const isAsked = waitsFor(change, me.id);
  const maySign = isAsked && !lacksPasskey;
  const isReader = change.part === 'reader';

  const act = async (run: () => Promise<unknown>) => {
    if (reason.trim() === '') {
      setError(say('reason.missing'));
      return field.current?.focus();
    }
    setBusy(true);
    setError('');
    try {
      await run();
      setReason('');
    } catch (failure) {
      setError(decisionFailure(failure, say));
    } finally {
      setBusy(false);
      await queries.invalidateQueries();
    }
  };
  const sign = () => void act(() => signChange(change, reason.trim()));
  const refusal = refuse ?? {
    label: say(change.part === 'maker' ? 'change.withdraw' : 'change.refuse'),
    go: () => void act(() => call(routes.refuseChange, { id: change.id, reason: reason.trim() })),
  };
  const mayRefuse = refuse !== undefined || !isReader;
  useKeys({ a: maySign ? sign : undefined, r: mayRefuse ? refusal.go : undefined, e: onEdit });

  if (!mayRefuse) return <p className="d-px mt-auto py-4 text-ink-3">{say('change.only_read')}</p>;
  const refuseButton = (
    <button type="button" className="d-btn d-btn--tall" disabled={isBusy} onClick={refusal.go}>
      {refusal.label}
      <Key>r</Key>
    </button>
  );
  if (isReader)
    return (
      <div className="d-decision d-px">
        <p className="text-ink-3">{say('change.only_read')}</p>
        {refuseButton}
      </div>
    );
  return (
    <div className="d-decision d-px">
      <label className="d-label" htmlFor={id}>
        {say('reason.label')}
        <input
          ref={field}
          id={id}
          className="d-input"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      {isAsked && lacksPasskey && <p className="text-warn">{say('change.needs_passkey')}</p>}
      {error !== '' && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <div className="grid grid-cols-2 gap-2">
        {refuseButton}
        <button type="button" className="d-btn d-btn--tall d-btn--primary" disabled={isBusy || !maySign} onClick={sign}>
          <Icon name="passkey" size={16} />
          {say('change.sign')}
          <Key>a</Key>
        </button>
      </div>
      {onEdit !== undefined && (
        <button type="button" className="d-btn" disabled={isBusy} onClick={onEdit}>
          {say('change.edit')}
          <Key>e</Key>
        </button>
      )}
    </div>
  );
}
