// What the program asked of its devices, launches and copies, in its order. Each has one place, however long it would take.
import { data, kernelNames, report, type LaunchRow, type Transfer } from './data';
import { bytes } from './format';

export const rows = data.launches.rows;
export const transfers: Transfer[] = report.transfers ?? [];

/** Of a step: its launch, as a place in `rows`, or its copy, as one in `transfers`. */
export type Step = { launch: number; transfer?: undefined } | { launch?: undefined; transfer: number };

export const steps: Step[] = (() => {
  const all: Step[] = [];
  let next = 0;
  rows.forEach((row, launch) => {
    while (next < transfers.length && transfers[next].launches_before <= row[0]) all.push({ transfer: next++ });
    all.push({ launch });
  });
  while (next < transfers.length) all.push({ transfer: next++ });
  return all;
})();

export const deviceOf = (row: LaunchRow): number => row[13] ?? 0;

/** A stream of a device has a row of its own; streams of one device lie together. */
const keyOf = (device: number, stream: number): number => device * 2 ** 32 + stream;
export const streamKey = (step: Step): number => {
  if (step.launch !== undefined) return keyOf(deviceOf(rows[step.launch]), rows[step.launch][10]);
  const transfer = transfers[step.transfer];
  return keyOf(transfer.device ?? 0, transfer.stream);
};
export const streams: number[] = [...new Set(steps.map(streamKey))].sort((x, y) => x - y);
export const severalDevices = (report.devices?.length ?? 0) > 1;
export const streamName = (key: number): string => {
  const stream = key % 2 ** 32;
  return severalDevices ? `device ${Math.floor(key / 2 ** 32)}, stream ${stream}` : `stream ${stream}`;
};

const names = { host_to_device: 'copy, host to device', device_to_host: 'copy, device to host', device_to_device: 'copy within the device', fill: 'fill' };
export const transferName = (transfer: Transfer): string => `${names[transfer.kind]}, ${bytes(transfer.bytes)}`;

/** Colours of the strip: those of kernels, and one each for copies and fills. */
export const kColours = 6;
export const classOf = (step: Step): string => {
  if (step.launch !== undefined) return `c${rows[step.launch][1] % kColours}`;
  return transfers[step.transfer].kind === 'fill' ? 'fills' : 'copies';
};
export const titleOf = (step: Step): string => (step.launch !== undefined ? kernelNames[rows[step.launch][1]] : transferName(transfers[step.transfer]));
