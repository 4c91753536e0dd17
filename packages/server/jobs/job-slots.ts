export interface SlotRules {
  readonly atOnce: number;
  /** How many more may run while as many wait for somebody else, such as a slow host, and so keep nothing busy. */
  readonly alsoWaiting?: number;
  /** How many of them may be of one group, so that nobody takes all of them. */
  readonly perGroup?: number;
}

interface Slot {
  readonly kind: string;
  readonly group: string | null;
  isWaiting: boolean;
}

export function jobSlots() {
  const taken = new Map<number, Slot>();
  return {
    isFree(kind: string, group: string | null, { atOnce, alsoWaiting = 0, perGroup = Infinity }: SlotRules): boolean {
      const ofKind = [...taken.values()].filter((slot) => slot.kind === kind);
      const ofGroup = ofKind.filter((slot) => group !== null && slot.group === group);
      const busy = ofKind.filter(({ isWaiting }) => !isWaiting);
      return busy.length < atOnce && ofKind.length < atOnce + alsoWaiting && ofGroup.length < perGroup;
    },
    take: (jobId: number, kind: string, group: string | null): void => void taken.set(jobId, { kind, group, isWaiting: false }),
    wait(jobId: number, isWaiting: boolean): void {
      const slot = taken.get(jobId);
      if (slot) slot.isWaiting = isWaiting;
    },
    release: (jobId: number): void => void taken.delete(jobId),
  };
}
