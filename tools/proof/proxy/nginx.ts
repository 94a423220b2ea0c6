import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../dev/processes.ts';
import type { Validated } from './caddy.ts';

/** Checks the shipped nginx file with a generated certificate; everything else is as shipped. */
export function checkNginx(parent: string): Validated {
  const folder = join(parent, 'nginx');
  mkdirSync(folder);
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=trade.example.com'];
  execFileSync('openssl', [...made, '-out', certificate, '-keyout', key], { stdio: 'ignore' });
  const shipped = readFileSync(join(REPOSITORY, 'docs/proxy/nginx.conf'), 'utf8');
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    shipped
      .replace(/ssl_certificate +\S+;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key +\S+;/, `ssl_certificate_key ${key};`),
  );
  const { status, stderr } = spawnSync(
    'nginx',
    ['-t', '-c', config, '-p', folder, '-g', `pid ${join(folder, 'pid')};`],
    {
      encoding: 'utf8',
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
    },
  );
  return { name: 'nginx.conf', isValid: status === 0, output: (stderr ?? 'nginx is not installed').trim() };
}
