import { Button } from '@app/ui';
import { renew } from '../../../shared/app-update.ts';
import { useServers } from '../../../shared/servers.ts';
import { useText } from '../../../shared/texts.ts';
import { Shell } from '../components/shell.tsx';

/** /pages/plus/update: shown instead of every page when the servers no longer support this version. */
export default function UpdateScreen() {
  const text = useText();
  const isFinal = useServers(({ state }) => state === 'outdated'); // Opened by a link it has a back button.
  return (
    <Shell
      name="forced"
      isFinal={isFinal}
      action={
        <Button tone="primary" onClick={() => void renew()}>
          {text('system.forced.action')}
        </Button>
      }
    />
  );
}
