/** As high as the two items, so that what is below them does not move away from a finger. */
export const RewardItemsSpace = () => <div className="h-24" />
