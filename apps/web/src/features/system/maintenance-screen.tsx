import { Button, showToast } from '@app/ui';
import { useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { checkServerStatus } from '../../data/socket/check-server-status.ts';
import { useServers } from '../../data/socket/servers.ts';
import { Shell } from './shell.tsx';

/** /pages/plus/maintenance: the frame shows it instead of every page while the servers report maintenance. */
export default function MaintenanceScreen() {
  const text = useText();
  const isFinal = useServers(({ state }) => state === 'maintenance'); // Opened by a link it has a back button.
  return (
    <Shell
      name="maintenance"
      isFinal={isFinal}
      action={
        <Button
          size="small"
          onClick={() =>
            void checkServerStatus().catch((error: unknown) => showToast(describeFailure(error, text), 'error'))
          }
        >
          {text('system.maintenance.action')}
        </Button>
      }
    />
  );
}
