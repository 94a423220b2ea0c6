import type { Limit, LimitKind, StoredLimit } from '@app/domain/limits';
import { Button, Note, showToast } from '@app/ui';
import { useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { serverNow } from '../../data/call/server-clock.ts';
import { useMoment } from './limit-text.ts';
import { useChangeLimit } from './limits-query.ts';
import { hasToWait, type Outcome, outcomeOf } from './stored-limit.ts';

type Props = {
  kind: LimitKind;
  stored: StoredLimit;
  requested: Limit | undefined;
  missing: string;
  onSaved: () => void;
};

/** Ends both forms: shows the effect, then the button, which names what is missing while it is disabled. */
export function SaveLimit({ kind, stored, requested, missing, onSaved }: Props) {
  const text = useText();
  const { mutate, isPending, error } = useChangeLimit(kind);
  const outcome = requested === undefined ? undefined : outcomeOf(stored, requested, serverNow());
  const canGo = outcome !== undefined && outcome.kind !== 'same' && outcome.kind !== 'no_gain';
  const save = () => {
    if (requested === undefined || !canGo) return;
    mutate(requested, {
      onSuccess: (limits) => {
        onSaved();
        showToast(text(hasToWait(limits, kind) ? 'limits.saved.waits' : 'limits.saved'), 'ok');
      },
    });
  };
  return (
    <>
      <Consequence outcome={outcome} />
      {error !== null && (
        <p className="hint hint--error" role="alert">
          {describeFailure(error, text)}
        </p>
      )}
      <Button
        className="mt-4"
        wide
        size="large"
        tone="primary"
        blocked={!canGo}
        aria-disabled={!canGo}
        busy={isPending}
        onClick={save}
      >
        {outcome === undefined ? missing : text(canGo ? saveKey(kind, requested) : 'limits.save.same')}
      </Button>
    </>
  );
}

/** Returns the button's text: starting a break is more than saving a figure. */
const saveKey = (kind: Props['kind'], requested: Props['requested']) =>
  kind === 'cool_off' && requested !== undefined && 'untilMs' in requested && requested.untilMs !== null
    ? 'limits.start_break'
    : 'limits.save';

/** Shows what saving will do before it is done. Reserves its height while the outcome is unknown. */
function Consequence({ outcome }: { outcome: Outcome | undefined }) {
  const text = useText();
  const moment = useMoment();
  if (outcome === undefined) return <div className="mt-4 min-h-11" />;
  const message =
    outcome.kind === 'waits'
      ? text('limits.effect.waits', { time: moment(outcome.fromMs) })
      : text(`limits.effect.${outcome.kind}`);
  return (
    <div className="mt-4" role="status">
      <Note icon={outcome.kind === 'waits' ? 'clock' : 'info'} tone={outcome.kind === 'waits' ? 'warn' : 'plain'}>
        {message}
      </Note>
    </div>
  );
}
