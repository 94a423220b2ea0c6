import { Button, showToast } from '@app/ui';
import { checkServerStatus } from '../../../shared/check-server-status.ts';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { useServers } from '../../../shared/servers.ts';
import { useText } from '../../../shared/texts.ts';
import { Shell } from '../components/shell.tsx';

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
