package simulate

// Long is whether the long forms are played.
var Long = long
