"""Winter's Victory (New England Simulations), the battle of Eylau: a reconstruction that is being made."""
