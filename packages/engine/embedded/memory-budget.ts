import { totalmem } from 'node:os';
import { memoryBudgetShare } from './limits.ts';

/** What indexes may take where nobody says how much. The limit of a container counts where it is below what the machine has. */
export function memoryBudgetOf(machineBytes: number, limitBytes: number): number {
  const isLimited = limitBytes > 0 && limitBytes < machineBytes;
  return Math.floor((isLimited ? limitBytes : machineBytes) * memoryBudgetShare);
}

/** That of this machine, in bytes. */
export const defaultMemoryBudget = (): number => memoryBudgetOf(totalmem(), process.constrainedMemory());
