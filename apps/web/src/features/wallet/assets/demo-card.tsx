import { Button, Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession } from '../../../data/session/session.ts';

/** Shows an offer of demo mode in `real`, and a reminder in `demo`. */
export function DemoCard() {
  const text = useText();
  const mode = useSession(({ user }) => user?.book);
  return (
    <div className="mt-3 px-gutter">
      {mode === 'demo' ? (
        <Note icon="info" tone="warn">
          {text('wallet.demo.note')}
        </Note>
      ) : (
        <DemoOffer />
      )}
    </div>
  );
}

function DemoOffer() {
  const text = useText();
  const { mutate, isPending, error } = useChangeMode();
  return (
    <section className="card">
      <p className="text-label text-ink-2">{text('wallet.demo.text')}</p>
      <Button className="mt-3" wide busy={isPending} onClick={() => mutate('demo')}>
        {text('wallet.demo.try')}
      </Button>
      {error !== null && (
        <p className="hint hint--error" role="alert">
          {describeFailure(error, text)}
        </p>
      )}
    </section>
  );
}
