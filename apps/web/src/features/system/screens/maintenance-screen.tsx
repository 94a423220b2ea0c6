import { Button } from '@app/ui';
import { lookAtServers } from '../../../shared/look-at-servers.ts';
import { useText } from '../../../shared/texts.ts';
import { Shell } from '../components/shell.tsx';

/** /pages/plus/maintenance: the frame shows it in the place of every page while the servers say so. */
export default function MaintenanceScreen() {
  const text = useText();
  return (
    <Shell
      name="maintenance"
      isFinal
      action={
        <Button size="small" onClick={() => void lookAtServers()}>
          {text('system.maintenance.action')}
        </Button>
      }
    />
  );
}
