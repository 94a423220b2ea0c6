import { useIsOpen } from '../../../data/app/openness.ts';
import { useSession } from '../../../data/session/session.ts';
import { assetActions } from '../actions/asset-actions.ts';
import LeaveDemoPanel from '../actions/leave-demo-panel.tsx';
import { Verbs } from '../actions/verbs.tsx';

/** Shows the actions that work today; a card below offers the demo to users of real money. */
export function Actions() {
  const mode = useSession(({ user }) => user?.book ?? 'real');
  return (
    <div className="mt-4 grid gap-2">
      <Verbs actions={assetActions(mode, useIsOpen())} />
      {mode === 'demo' && (
        <div className="px-gutter">
          <LeaveDemoPanel />
        </div>
      )}
    </div>
  );
}
