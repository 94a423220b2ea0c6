import { CallRefused } from '@app/client/call';
import { Dialog } from '@app/ui';
import { type ReactNode, useId, useState } from 'react';
import { NotSigned, PayloadDiffers } from '../data/sign-change.ts';
import { type Say, useSay } from '../data/texts.ts';

type Props = {
  open: boolean;
  title: string;
  children?: ReactNode;
  act: string;
  tone?: 'primary' | 'danger';
  onClose: () => void;
  /** Does it, with the reason that is kept in the trail. */
  onAct: (reason: string) => Promise<unknown>;
};

/** Asks for the reason of an action before it is done. */
export function ReasonDialog({ open, title, children, act, tone = 'primary', onClose, onAct }: Props) {
  const say = useSay();
  const id = useId();
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const close = () => {
    setReason('');
    setError('');
    onClose();
  };
  const go = async () => {
    if (reason.trim() === '') return setError(say('reason.missing'));
    setBusy(true);
    setError('');
    try {
      await onAct(reason.trim());
      close();
    } catch (failure) {
      setError(decisionFailure(failure, say));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      title={title}
      safe={{ label: say('frame.cancel'), go: close }}
      act={{ label: act, go: () => void go(), tone, busy: isBusy }}
    >
      <div className="grid gap-3 text-left">
        {children}
        <label className="d-label" htmlFor={id}>
          {say('reason.label')}
          <input
            id={id}
            className="d-input"
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && void go()}
          />
        </label>
        {error !== '' && (
          <p role="alert" className="text-danger">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** What was entered beside the reason is wrong; its message is shown. */
export class InputWrong extends Error {}

/** Returns what the server said, or that it said nothing. */
export const failureText = (failure: unknown, otherwise: string): string =>
  failure instanceof CallRefused ? failure.message : otherwise;

/** Returns why a decision was not made, where signing may be a part of it. */
export function decisionFailure(failure: unknown, say: Say): string {
  if (failure instanceof InputWrong) return failure.message;
  if (failure instanceof NotSigned) return say('failed.not_signed');
  if (failure instanceof PayloadDiffers) return say('failed.payload_differs');
  return failureText(failure, say('failed.no_answer'));
}
